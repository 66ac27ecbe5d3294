import type { Command } from './engine.ts';

/**
 * Runs a command (the arguments behind the folder) once for each file whose name has other bytes than printable ASCII,
 * and for those in folders with such names. Skips hidden files and links.
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

/** A command that searches the oddly named files of `folder`: a shell hands on names as they are. */
export function searchOddNames(folder: string, { file, args }: Command): Command {
  return { file: '/bin/sh', args: ['-c', SCRIPT, 'sh', folder, file, ...args] };
}
