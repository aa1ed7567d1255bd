/** What the examples of the documentation take from the program around them. */
declare const api: import('@actiongraph/client').Actiongraph;
declare const bytes: ArrayBuffer;
declare const request: Request;
declare const secret: string;
declare const storedPosition: string;
declare const CreateProject: {
  __apiType?: (variables: { input: { clientName: string; name: string } }) => {
    createProject: { project: { id: string } } | { code: string; message: string };
  };
};
declare const RecordChanged: {
  __apiType?: (variables: Record<string, never>) => { recordChanged: { id: string } };
};
declare function handle(event: import('@actiongraph/client').Rest.Event): Promise<void>;
declare function ship(invoiceId: string, clientId: string | undefined): Promise<void>;
declare function showMessage(message: string): void;
declare function showState(state: string): void;
declare function store(position: string): void;
declare function update(change: { id: string }): void;
