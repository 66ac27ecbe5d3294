import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { createApp } from '../../worker/app/app.ts';

test('/openapi.json is a valid OpenAPI 3.1 document', async () => {
  const document = await (await createApp().request('/openapi.json')).json();
  expect(await new Validator().validate(document)).toMatchObject({ valid: true });
});
