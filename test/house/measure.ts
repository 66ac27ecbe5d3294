import { codeLines } from './code-lines.ts';
import { DOORS, enteredBy } from './entered.ts';
import { namesTwice } from './exported-names.ts';
import { longFunctions } from './long-functions.ts';
import { pictureOf } from './picture.ts';
import { circlesIn, filesOf, filesReached, floorsOf, readFile, roomsReached } from './tree.ts';

/**
 * `node test/house/measure.ts`: prints how large the code is, and how many rooms, floors, arrows and names with two
 * meanings a newcomer has to learn.
 */
const print = (line: string): void => void process.stdout.write(`${line}\n`);

const TREES = ['src', 'worker', 'launcher'] as const;

const files = TREES.flatMap(filesOf);
const sizes = files.map((file) => readFile(file).split('\n').length - 1).sort((a, b) => a - b);
const lines = sizes.reduce((sum, size) => sum + size, 0);
const code = files.reduce((sum, file) => sum + codeLines(readFile(file)), 0);
print(`lines of code ${code}, without comments, blank lines and imports`);
print(`files ${files.length}, lines ${lines}, median ${sizes[sizes.length >> 1]}, longest ${sizes.at(-1)}`);

const twice = namesTwice(files);
print(`names twice ${twice.length}`);
for (const one of twice) print(`  ${one}`);

const long = longFunctions(files, 60);
print(`functions over 60 lines ${long.length}, over 100 ${long.filter((one) => one.lines > 100).length}`);
for (const { file, line, lines: count } of long) print(`  ${file}:${line} ${count}`);

for (const tree of TREES) {
  const floors = floorsOf(tree);
  const arrows = [...roomsReached(tree).values()].reduce((sum, { size }) => sum + size, 0);
  const circles = circlesIn(roomsReached(tree)).length + circlesIn(filesReached(tree)).length;
  print(
    `${tree}: rooms ${floors.size}, floors ${Math.max(...floors.values()) + 1}, arrows ${arrows}, circles ${circles}`,
  );
}

for (const tree of TREES) print(`\n${tree}\n${pictureOf(tree)}`);

for (const door of DOORS) print(`files that ${door.about} enters: ${(await enteredBy(door)).size}`);
