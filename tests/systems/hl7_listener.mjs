// An HL7 v2 listener of node-hl7-server, which answers AA to all it can parse.
//
// node hl7_listener.mjs PORT: a line of JSON a message on standard output, as it was understood.
import { Server } from 'node-hl7-server';

const server = new Server({ bindAddress: '127.0.0.1' });
server.createInbound({ port: Number(process.argv[2]) }, async (request, response) => {
  console.log(JSON.stringify(request.getMessage().toString()));
  await response.sendResponse('AA');
});
