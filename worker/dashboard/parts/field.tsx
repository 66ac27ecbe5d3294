import type { Child } from 'hono/jsx';
import type { JSX } from 'hono/jsx/jsx-runtime';

export interface FieldProps {
  readonly id: string;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  /** Renders the control with the given attributes. */
  readonly control: (props: ControlProps) => Child;
}

/** Attributes that connect a control to its label, hint and error. */
export interface ControlProps {
  readonly id: string;
  readonly name: string;
  readonly 'aria-describedby'?: string;
  readonly 'aria-invalid'?: 'true';
}

/** Renders a labeled control with a hint, and its error if there is one. */
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

/** Renders a field for a whole number. */
export function NumberField({
  value,
  ...field
}: Omit<FieldProps, 'control'> & { readonly value: string }): JSX.Element {
  const control: FieldProps['control'] = (props) => (
    <input {...props} inputmode="numeric" value={value} autocomplete="off" />
  );
  return <Field {...field} control={control} />;
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
