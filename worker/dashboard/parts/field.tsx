import type { Child } from 'hono/jsx';
import type { JSX } from 'hono/jsx/jsx-runtime';

export interface FieldProps {
  readonly id: string;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  /** The control, given what it must carry. */
  readonly control: (props: ControlProps) => Child;
}

/** What binds a control to its label, its hint and its error. */
export interface ControlProps {
  readonly id: string;
  readonly name: string;
  readonly 'aria-describedby'?: string;
  readonly 'aria-invalid'?: 'true';
}

/** A labelled control with a hint, and the error where there is one. */
export function Field({ id, label, hint, error, control }: FieldProps): JSX.Element {
  const described = [hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`].filter(Boolean);
  const props: ControlProps = {
    id,
    name: id,
    ...(described.length > 0 && { 'aria-describedby': described.join(' ') }),
    ...(error !== undefined && { 'aria-invalid': 'true' }),
  };
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {hint !== undefined && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {control(props)}
      <FieldError id={id} error={error} />
    </div>
  );
}

export function FieldError({ id, error }: { readonly id: string; readonly error?: string | undefined }): JSX.Element {
  return (
    <>
      {error !== undefined && (
        <p class="error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </>
  );
}
