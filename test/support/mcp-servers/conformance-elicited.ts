import type { ElicitRequestFormParams } from '@modelcontextprotocol/sdk/types.js';

type RequestedSchema = ElicitRequestFormParams['requestedSchema'];

export const WHO: RequestedSchema = {
  type: 'object',
  properties: {
    username: { type: 'string', description: 'Your name' },
    email: { type: 'string', description: 'Your address' },
  },
  required: ['username', 'email'],
};

/** A default of each primitive type (SEP-1034). */
export const DEFAULTS: RequestedSchema = {
  type: 'object',
  properties: {
    name: { type: 'string', default: 'John Doe' },
    age: { type: 'integer', default: 30 },
    score: { type: 'number', default: 95.5 },
    status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
    verified: { type: 'boolean', default: true },
  },
};

const plain = ['option1', 'option2', 'option3'];
const titled = [1, 2, 3].map((at) => ({ const: `value${at}`, title: `Choice ${at}` }));

/** Each way to write an enum (SEP-1330). */
export const ENUMS: RequestedSchema = {
  type: 'object',
  properties: {
    untitledSingle: { type: 'string', enum: plain },
    titledSingle: { type: 'string', oneOf: titled },
    legacyEnum: { type: 'string', enum: ['opt1', 'opt2', 'opt3'], enumNames: ['One', 'Two', 'Three'] },
    untitledMulti: { type: 'array', items: { type: 'string', enum: plain } },
    titledMulti: { type: 'array', items: { anyOf: titled } },
  },
};
