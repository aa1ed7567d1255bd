import { SaxesParser } from 'saxes';
import { ReceivedFileError } from './file-error.ts';

export interface XmlElement {
  /** Without prefix. */
  name: string;
  namespace: string;
  /** Elements, and attributes without prefix as "@name". */
  children: XmlElement[];
  /** Without the text of the children. */
  text: string;
  line: number;
}

const maxDepth = 40;
const maxElements = 200_000;
/** A limit per element, because the parser compares the names of all its attributes. */
const maxAttributes = 200;

/**
 * Rejects every document type declaration (DOCTYPE), so only the five predefined entities of XML exist.
 * @throws ReceivedFileError with line and column
 */
export function parseXml(text: string): XmlElement {
  const parser = new SaxesParser({
    ...{ xmlns: true, defaultXMLVersion: '1.0', forceXMLVersion: true },
  } as const);
  const fail = (message: string): never => {
    throw xmlError(parser.line, parser.column, message);
  };
  const root: XmlElement = createElement('', '', 1);
  const path: XmlElement[] = [root];
  let [elements, attributes] = [0, 0];
  const addText = (part: string) => {
    (path.at(-1) as XmlElement).text += part;
  };
  parser.on('error', ({ message }) => fail(message.replace(/^\d+:\d+: /, '').replace(/\.$/, '')));
  parser.on('doctype', () => fail('a document type declaration (DOCTYPE) is not allowed'));
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('opentagstart', () => {
    elements += 1;
    attributes = 0;
    if (elements > maxElements) fail(`the document has more than ${maxElements} elements`);
    if (path.length > maxDepth) fail(`elements are nested more than ${maxDepth} deep`);
  });
  parser.on('attribute', () => {
    attributes += 1;
    if (attributes > maxAttributes) fail(`an element has more than ${maxAttributes} attributes`);
  });
  parser.on('opentag', ({ attributes: given, local, uri }) => {
    const element = createElement(local, uri, parser.line);
    for (const { name, prefix, value } of Object.values(given))
      if (prefix === '') element.children.push(createElement(`@${name}`, '', parser.line, value));
    (path.at(-1) as XmlElement).children.push(element);
    path.push(element);
  });
  parser.on('closetag', () => {
    path.pop();
  });
  parser.write(text).close();
  return root.children[0] ?? fail('the document has no element');
}

const createElement = (name: string, namespace: string, line: number, text = ''): XmlElement => ({
  ...{ name, namespace, children: [], text, line },
});

const xmlError = (line: number, column: number, message: string) =>
  new ReceivedFileError({
    code: 'invalid_xml',
    message: `is no valid XML, line ${line}, column ${column + 1}: ${message}`,
  });
