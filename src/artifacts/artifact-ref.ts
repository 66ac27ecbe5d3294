import { ArtifactError } from './artifact-error.ts';

/** What `ax://<domain>/<id>` names. */
export interface ArtifactRef {
  /** What the artifact is about: a lower-case word of at most 32 characters out of `a-z0-9_-`, a letter first. */
  readonly domain: string;
  /** 32 lower-case hexadecimal digits that the content and the domain determine. */
  readonly id: string;
}

// Nothing but this one spelling: no percent signs, dots, upper case, other scripts' letters, or room for a path.
const REF = /^ax:\/\/([a-z][a-z0-9_-]{0,31})\/([0-9a-f]{32})$/;
const DOMAIN = /^[a-z][a-z0-9_-]{0,31}$/;

/** Reads a reference; undefined for anything else, however similar it looks. */
export function parseArtifactRef(text: string): ArtifactRef | undefined {
  const found = REF.exec(text);
  return found === null ? undefined : { domain: found[1] as string, id: found[2] as string };
}

/** Writes a reference, such that `parseArtifactRef` reads it. Throws an `ArtifactError` (`invalid_ref`). */
export function formatArtifactRef({ domain, id }: ArtifactRef): string {
  const text = `ax://${domain}/${id}`;
  if (!REF.test(text)) {
    throw new ArtifactError(
      'invalid_ref',
      `write an artifact reference: ${JSON.stringify(text.slice(0, 100))} is not ax://<domain>/<32 hex digits>`,
    );
  }
  return text;
}

/** Whether a domain may stand in a reference. */
export function isArtifactDomain(domain: string): boolean {
  return DOMAIN.test(domain);
}

/** The domain for any name (of a tool, of a server): lower case, with `-` for what is not allowed. */
export function toArtifactDomain(name: string): string {
  const plain = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9_-]+/g, '-')
    .replace(/^[^a-z]+/, '')
    .slice(0, 32);
  return isArtifactDomain(plain) ? plain : 'artifact';
}
