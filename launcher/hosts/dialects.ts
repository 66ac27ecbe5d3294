import path from 'node:path';

/** Values for a host's own placeholders. */
export interface PlaceholderValues {
  readonly home: string;
  /** Folder of the project that a file belongs to; undefined for the user's own file. */
  readonly folder: string | undefined;
}

/**
 * Rewrites a host's text with references in our syntax. Placeholders that cannot be resolved are added to `unfilled`.
 */
export type PlaceholderSyntax = (text: string, around: PlaceholderValues, unfilled: string[]) => string;

/** Dialect of a host without placeholders, where `${` is literal. */
export const literal: PlaceholderSyntax = (text) => text.replaceAll('${', () => `$\${`);

/** Dialect with `$VAR` as well as `${VAR}`. Returns each `$VAR` with braces. */
export const braced = (text: string): string =>
  text.replaceAll(/\$([A-Za-z_]\w*)/g, (_, name: string) => `\${${name}}`);

/**
 * VS Code and Cursor: `${env:VAR}`, `${workspaceFolder}`, `${userHome}`. `${input:...}` asks the user, so it cannot be
 * resolved.
 */
export const editor: PlaceholderSyntax = (text, around, unfilled) =>
  text.replaceAll(/\$\{([^}]*)\}/g, (reference: string, name: string) => {
    const variable = /^(?:env:)?([A-Za-z_]\w*)$/.exec(name)?.[1];
    const place = Object.hasOwn(PLACES, name) ? PLACES[name] : undefined;
    const filled = place === undefined ? variable && `\${${variable}}` : place(around);
    if (filled === undefined) unfilled.push(reference);
    return filled ?? '';
  });

const PLACES: Readonly<Record<string, (around: PlaceholderValues) => string | undefined>> = {
  workspaceFolder: ({ folder }) => folder,
  workspaceFolderBasename: ({ folder }) => (folder === undefined ? undefined : path.basename(folder)),
  userHome: ({ home }) => home,
  pathSeparator: () => path.sep,
  '/': () => path.sep,
};
