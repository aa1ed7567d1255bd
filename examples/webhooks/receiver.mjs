import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';

const { PORT = '3000', WEBHOOK_SECRET = '' } = process.env;
const webhook = new Webhook(WEBHOOK_SECRET);

const server = createServer(async (request, response) => {
  const body = await buffer(request);
  let event;
  try {
    event = webhook.verify(body, request.headers);
  } catch (error) {
    response.writeHead(400).end(error.message);
    return;
  }
  console.log(event.type, event.recordId);
  response.writeHead(204).end();
});
server.listen(Number(PORT), () => console.log(`Listening on port ${server.address().port}.`));
