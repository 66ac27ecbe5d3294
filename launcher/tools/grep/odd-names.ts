import type { Command } from './engine.ts';

/**
 * Runs a command (the arguments after the folder) once for each file whose name has bytes other than printable ASCII,
 * and for each file in folders with such names. Skips hidden files and links.
 */
const SCRIPT = `
worst=0
look() {
  folder=$1 names=$2
  shift 2
  for one in "$folder"/$names; do
    if [ -h "$one" ]; then continue; fi
    if [ -d "$one" ] && [ -r "$one" ] && [ -x "$one" ]; then look "$one" '*' "$@"
    elif [ -d "$one" ] || [ -f "$one" ]; then
      "$@" "$one"
      code=$?
      if [ $code -gt 1 ]; then worst=$code; fi
    fi
  done
}
IFS=
folder=$1
shift
look "$folder" '*[! -~]*' "$@"
exit $worst
`;

/**
 * Returns a command that searches the files of `folder` with odd names. It uses a shell, which passes on names as raw
 * bytes.
 */
export function searchOddNames(folder: string, { file, args }: Command): Command {
  return { file: '/bin/sh', args: ['-c', SCRIPT, 'sh', folder, file, ...args] };
}
