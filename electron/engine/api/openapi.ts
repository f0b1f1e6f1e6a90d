import { z } from 'zod';
import { errorCodes } from '#shared/errors/error-codes.ts';
import { apiPrefix, contract, type CallName } from '#shared/protocol/contract.ts';

/** The OpenAPI 3.1 document, generated from the contract. */
export function createOpenApi(version: string): unknown {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const name of Object.keys(contract) as CallName[]) {
    const { method, path } = contract[name];
    const key = `${apiPrefix}${path.replaceAll(/:(\w+)/g, '{$1}')}`;
    paths[key] = { ...paths[key], [method.toLowerCase()]: toOperation(name) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Hookloupe control API', version },
    paths,
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      schemas: {
        Error: {
          type: 'object',
          required: ['code', 'message', 'details'],
          properties: { code: { enum: Object.keys(errorCodes) }, message: { type: 'string' }, details: {} },
        },
      },
    },
    security: [{ token: [] }],
  };
}

function toOperation(name: CallName): unknown {
  const call = contract[name];
  const hasBody = call.method === 'PUT' || call.method === 'POST';
  return {
    operationId: name,
    summary: call.summary,
    parameters: [...toParameters('path', call.params), ...toParameters('query', call.query)],
    ...(hasBody ? { requestBody: { required: true, content: toContent(call.body, 'input') } } : {}),
    responses: {
      200: { description: 'Done', content: call.output === null ? { '*/*': {} } : toContent(call.output, 'output') },
      default: {
        description: 'Refused',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    },
  };
}

function toParameters(place: 'path' | 'query', schema: z.ZodType): unknown[] {
  const { properties = {}, required = [] } = toJsonSchema(schema, 'input') as {
    properties?: Record<string, unknown>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }));
}

function toContent(schema: z.ZodType, io: 'input' | 'output'): unknown {
  return { 'application/json': { schema: toJsonSchema(schema, io) } };
}

function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): unknown {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}
