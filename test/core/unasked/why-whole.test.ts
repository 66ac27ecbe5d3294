import { expect, test } from 'vitest';
import { isUntouchable } from '../../../src/unasked/untouchable.ts';
import { printedFiles, whyAlwaysWhole } from '../../../src/unasked/why-whole.ts';

test.each([
  'cat *.md',
  'cat docs/*',
  'cat $FILE',
  'cat "$FILE"',
  'for f in *.md; do echo "== $f"; cat -n "$f"; done',
  'while read -r f; do cat "$f"; done < list.txt',
  'git ls-files "*.md" | xargs cat',
  'git ls-files "*.md" | xargs -n 1 -I{} sh -c \'head -50 {}\'',
  'find . -name "*.md" -exec cat {} +',
  "find . -name '*.md' -exec sh -c 'cat \"$1\"' _ {} \\;",
  'cat $(git ls-files "*.md")',
  'cat `ls *.md`',
  'cat {CLAUDE,AGENTS}.md',
  'head -100 [A-Z]*.md',
  'sed -n 1,200p A*S.md',
  'cat < "$notes"',
  'echo "$(<$FILE)"',
  'bash -c "cat *.md"',
  "bash -lc 'cd x && cat *.md'",
  'cd .claude && cat notes.md',
  'cd skills/review; sed -n 1,400p checklist.md',
  'cd "$WHERE" && cat notes.md',
  'cat */settings.json',
  `F=x.md; cat \${F%x.md}CLAUDE.md`,
  'cat $1',
  'cat "unclosed $FILE',
  "cat > note <<'EOF'\ndon't\nEOF\ncat *.md",
  `for f in ${Array.from({ length: 64 }, (_, i) => `${i}.ts`).join(' ')} CLAUDE.md; do cat "$f"; done`,
  `${Array.from({ length: 64 }, (_, i) => `f=${i}.ts`).join('; ')}; f=CLAUDE.md; cat "$f"`,
])('what is printed may be instructions: %s', (command) => {
  expect(printedFiles(command).some(isUntouchable)).toBe(true);
});

test('a line that is too long to be taken apart may print anything, if it prints files at all', () => {
  expect(printedFiles(`echo ${'$x '.repeat(10_000)}; cat a.ts`).some(isUntouchable)).toBe(true);
  expect(printedFiles(`echo ${'$x '.repeat(10_000)}`)).toEqual([]);
});

test.each([
  'npm test',
  'npm test 2>&1 | tail -80',
  'git log --stat | head -100',
  'ls -la *.md',
  'ls $DIR',
  'wc -l *.md',
  'cat src/*.ts',
  'cat "$DIR/src/index.ts"',
  'cat $HOME/notes.md',
  `DIR=/srv/app; cat $DIR/notes.md "\${DIR}/package.json"`,
  'for f in src/a.ts docs/b.md; do echo "== $f"; cat "$f"; done',
  'for d in a b; do sed -n 1,80p $d/index.md; done',
  'for i in 1 2 3; do npm test; done | tail -n $N',
  "ps aux | awk '{print $2}' | head",
  "find . -name '*.ts' | head -50",
  "find src -name '*.ts' | xargs grep -n refund | head -40",
  'find src -name "*.ts" -exec wc -l {} + | sort -n | tail -20',
  'grep -rn refund --include=*.md . | head -60',
  "sed -n '1,80p' src/a.ts",
  `sed -n "\${a},\${b}p" src/a.ts`,
  'cd /srv/app && cat README.md',
  'cd "$WHERE" && cat src/a.ts',
  "cat > note <<'EOF'\ndon't cat $FILE\nEOF\nnpm test",
  'docker logs $(docker ps -q) | tail -200',
  'curl -s $URL | jq .items',
  'kubectl get pods -o json | jq ".items[] | .name"',
  'echo $PATH; cat src/a.ts > $OUT',
  'git show $REV --stat | cat',
  '# cat *.md\nnpm test',
  "echo 'cat *.md'",
])('an ordinary command is one: %s', (command) => {
  expect(printedFiles(command).some(isUntouchable)).toBe(false);
});

test('an output that looks like our own lines once its escapes are gone passes unchanged', () => {
  const why = (text: string) =>
    whyAlwaysWhole({ tool: 'Bash', args: { command: 'x' }, text }, { isIgnored: () => false });
  expect(why('\x1b[0m(lines 4-9 as line 3)\n')).toBe('unclear');
  expect(why('\x1b[0m[mcp-pruner left out nothing]\n')).toBe('unclear');
  expect(why('\x1b[0mlines 4-9\n')).toBeUndefined();
});
