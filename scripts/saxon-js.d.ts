declare module 'saxon-js' {
  export interface XmlNode {
    childNodes: ArrayLike<XmlNode>;
    nodeType: number;
    localName: string;
    textContent: string;
    getAttribute(name: string): string | null;
  }

  const saxon: {
    getResource(options: { text: string; type: 'xml' }): Promise<XmlNode>;
    XPath: { evaluate(expression: string, context: unknown, options: object): unknown };
  };
  export default saxon;
}
