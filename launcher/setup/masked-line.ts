import { redactSecrets } from '../../src/artifacts/redact-secrets.ts';

const SECRET_NAME = /key|token|secret|passw|credential|auth|cookie|session|bearer/i;
const SHOWN = 600;

/** True if the name suggests that its value is a secret. */
export const isSecretName = (name: string): boolean => SECRET_NAME.test(name);

/**
 * Returns a line of a host's file that is safe to show, since other servers in the file may have keys. Masks values of
 * secret-sounding names, known key formats, and words that are too long and too mixed to be a name.
 */
export function maskedLine(line: string): string {
  const named = line.replaceAll(/("?)([\w.-]+)\1(\s*[:=]\s*)"((?:[^"\\]|\\.)*)"/g, (all, quote, name, mark) =>
    isSecretName(String(name)) ? `${quote}${name}${quote}${mark}"…"` : all,
  );
  const told = named.replaceAll(/(--?[\w-]+)("\s*,\s*")((?:[^"\\]|\\.)*)"/g, (all, flag, between) =>
    isSecretName(String(flag)) ? `${flag}${between}…"` : all,
  );
  const plain = redactSecrets(told)
    .replaceAll(/\[redacted:[a-z-]+\]/g, '…')
    .replaceAll(/([?&][\w-]+=)[^&"'\s#]+/g, '$1…')
    .replaceAll(/(:\/\/)[^/"'\s@]+@/g, '$1…@')
    .replaceAll(/(?<![\w-])(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{32,}(?![\w-])/g, '…');
  return plain.length > SHOWN ? `${plain.slice(0, SHOWN - 1)}…` : plain;
}
