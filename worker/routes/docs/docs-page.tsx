import type { HtmlEscapedString } from 'hono/utils/html';
import type { OpenApiDocument, OpenApiOperation } from './openapi.ts';

type Html = HtmlEscapedString | Promise<HtmlEscapedString>;
type Json = Readonly<Record<string, unknown>>;

/** Renders the OpenAPI document for people: no scripts, nothing loaded from elsewhere. */
export function DocsPage({ document, styles }: { document: OpenApiDocument; styles: string }): Html {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{document.info.title}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href={styles} />
      </head>
      <body>
        <a class="skip" href="#main">
          Skip to the routes
        </a>
        <header>
          <p class="name">{document.info.title}</p>
          <p class="version">Version {document.info.version}</p>
        </header>
        <nav aria-label="Routes">
          <ul>
            {operations.map(({ method, path, operation }) => (
              <li>
                <a href={`#${operation.operationId}`}>
                  <span class="method">{method}</span> {path}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <main id="main">
          <h1>API</h1>
          <p>
            <Prose text={document.info.description} />
          </p>
          <p>
            The same as an OpenAPI 3.1 document: <a href="/openapi.json">openapi.json</a>
          </p>
          {operations.map((one) => (
            <Route {...one} />
          ))}
        </main>
      </body>
    </html>
  );
}

/** Renders text with code between backticks. */
function Prose({ text }: { text: string }): Html {
  return <>{text.split('`').map((part, i) => (i % 2 === 1 ? <code>{part}</code> : part))}</>;
}

function Route(props: { method: string; path: string; operation: OpenApiOperation }): Html {
  const { method, path, operation } = props;
  const [needs] = operation.security;
  const scopes = Object.values(needs ?? {}).flat();
  const body = operation.requestBody?.content['application/json']?.schema;
  return (
    <section id={operation.operationId} aria-labelledby={`${operation.operationId}-title`}>
      <h2 id={`${operation.operationId}-title`}>{operation.summary}</h2>
      <p class="route">
        <span class="method">{method}</span> <code>{path}</code>
      </p>
      <p class="needs">
        {needs === undefined
          ? 'Needs no key.'
          : scopes.length === 0
            ? 'Needs any key.'
            : `Needs a key with scope ${scopes.join(', ')}.`}
      </p>
      {operation.description && (
        <p>
          <Prose text={operation.description} />
        </p>
      )}
      {operation.parameters && (
        <Fields
          caption="Parameters"
          fields={operation.parameters.map(({ name, required, description, schema }) => ({
            name,
            required,
            schema: { ...schema, description },
          }))}
        />
      )}
      {body && <Shape caption="Request" schema={body} />}
      {Object.entries(operation.responses).map(([status, { description, content }]) => {
        const [type, one] = Object.entries(content ?? {})[0] ?? [];
        const caption = `${status === 'default' ? 'Any other status' : status}: ${description}${type ? ` (${type})` : ''}`;
        return one?.schema === undefined || status === 'default' ? (
          <p class="answer">{caption}</p>
        ) : (
          <Shape caption={caption} schema={one.schema} />
        );
      })}
    </section>
  );
}

/** Renders an object's fields, or each of the shapes that a union allows. */
function Shape({ caption, schema }: { caption: string; schema: Json }): Html {
  const shapes = (schema['anyOf'] as readonly Json[] | undefined) ?? [schema];
  return (
    <>
      {shapes.map((shape, i) => (
        <Fields
          caption={shapes.length === 1 ? caption : `${caption}, form ${i + 1} of ${shapes.length}`}
          fields={Object.entries((shape['properties'] as Record<string, Json> | undefined) ?? {}).map(
            ([name, field]) => ({
              name,
              required: ((shape['required'] as string[] | undefined) ?? []).includes(name),
              schema: field,
            }),
          )}
        />
      ))}
    </>
  );
}

interface Field {
  readonly name: string;
  readonly required: boolean;
  readonly schema: Json;
}

function Fields({ caption, fields }: { caption: string; fields: readonly Field[] }): Html {
  if (fields.length === 0) return <p class="answer">{caption}</p>;
  return (
    // Wide tables scroll within themselves, which keyboard users must be able to do too.
    <section class="scroll" aria-label={caption} tabindex={0}>
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Type</th>
            <th scope="col">Meaning</th>
          </tr>
        </thead>
        <tbody>
          {fields.map(({ name, required, schema }) => (
            <tr>
              <th scope="row">
                <code>{name}</code>
                {required && <span class="required"> required</span>}
              </th>
              <td>{toTypeName(schema)}</td>
              <td>
                <Prose text={String(schema['description'] ?? '')} />
                {schema['default'] !== undefined && ` Default ${JSON.stringify(schema['default'])}.`}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function toTypeName(schema: Json): string {
  const {
    type,
    const: only,
    enum: values,
    anyOf,
    oneOf = anyOf,
    items,
  } = schema as {
    type?: string | string[];
    const?: unknown;
    enum?: readonly unknown[];
    anyOf?: readonly Json[];
    oneOf?: readonly Json[];
    items?: Json;
  };
  if (oneOf !== undefined) return [...new Set(oneOf.map(toTypeName))].join(' or ');
  if (only !== undefined) return JSON.stringify(only);
  if (values !== undefined) return values.map((value) => JSON.stringify(value)).join(', ');
  if (type === 'array' && items !== undefined) return `array of ${toTypeName(items)}`;
  return Array.isArray(type) ? type.join(' or ') : (type ?? 'anything');
}
