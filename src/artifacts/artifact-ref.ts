import { ArtifactError } from './artifact-error.ts';

/** Target of `ax://<domain>/<id>`. */
export interface ArtifactRef {
  /** Subject of the artifact: a lower-case word of at most 32 characters from `a-z0-9_-`, starting with a letter. */
  readonly domain: string;
  /** 32 lower-case hex digits, derived from the content and the domain. */
  readonly id: string;
}

// Exactly one spelling: no percent signs, dots, upper case, other alphabets, or paths.
const REF = /^ax:\/\/([a-z][a-z0-9_-]{0,31})\/([0-9a-f]{32})$/;
const DOMAIN = /^[a-z][a-z0-9_-]{0,31}$/;

/** Parses a reference; undefined for anything else, however similar. */
export function parseArtifactRef(text: string): ArtifactRef | undefined {
  const found = REF.exec(text);
  return found === null ? undefined : { domain: found[1] as string, id: found[2] as string };
}

/** Formats a reference that `parseArtifactRef` accepts. Throws an `ArtifactError` (`invalid_ref`). */
export function formatArtifactRef({ domain, id }: ArtifactRef): string {
  const text = `ax://${domain}/${id}`;
  if (!REF.test(text)) {
    throw new ArtifactError(
      'invalid_ref',
      `cannot write the artifact reference ${JSON.stringify(text.slice(0, 100))}: expected ax://<domain>/<32 hex digits>`,
    );
  }
  return text;
}

/** True if a reference may contain the domain. */
export const isArtifactDomain = (domain: string): boolean => DOMAIN.test(domain);

/** Turns any name (of a tool or server) into a domain: lower case, with `-` for characters that are not allowed. */
export function toArtifactDomain(name: string): string {
  const plain = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9_-]+/g, '-')
    .replace(/^[^a-z]+/, '')
    .slice(0, 32);
  return isArtifactDomain(plain) ? plain : 'artifact';
}
