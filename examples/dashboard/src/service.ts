import { Actiongraph, isActiongraphError, unwrap } from '@actiongraph/client';
import { DashboardQuery, RecordChangedSubscription, UpdateProjectMutation } from './documents.ts';
import { type Session, serviceUrl } from './session.ts';
import type { UpdateProjectInput } from './typed-documents/graphql.ts';
import type { DocumentType } from './typed-documents/index.ts';

type Answered = DocumentType<typeof DashboardQuery>;
/** A field is null only beside an error, upon which nothing is shown. */
export type Dashboard = { [Field in keyof Answered]: NonNullable<Answered[Field]> };
export type Change = DocumentType<typeof RecordChangedSubscription>['recordChanged'];

export type Project = Dashboard['projects']['edges'][number]['node'];
/** What of a project the page changes. */
export type ProjectChange = Pick<Project, 'id' | 'name' | 'dueDate'>;

/** What is wrong with a field, in words for the person who filled it in; the path is empty where it is no field's. */
export interface Fault {
  path: string;
  message: string;
}

/** The service, for one who asks. */
export interface Service {
  /** Everything the page shows; fails with a sentence for a person. */
  read(): Promise<Dashboard>;
  /** Changes a project; answers what is wrong with it where that is not done. */
  changeProject(change: ProjectChange): Promise<Fault[]>;
  /** Calls back for every change, and each time that changes are told from now on. Answers how to end that. */
  follow(on: { open(): void; change(change: Change): void; lost(): void }): () => void;
}

const pauseMs = 2_000;

export function connect(session: Session): Service {
  const api = new Actiongraph({ url: serviceUrl, ...session });
  return {
    read: async () => (await api.graphql(DashboardQuery)) as Dashboard,
    changeProject: async (change) => {
      const input: UpdateProjectInput = change;
      try {
        const { updateProject } = await api.graphql(UpdateProjectMutation, { input });
        unwrap(updateProject);
        return [];
      } catch (error) {
        if (!isActiongraphError(error)) throw error;
        return error.errors.length > 0 ? error.errors : [{ path: '', message: error.message }];
      }
    },
    follow: (on) => {
      const controller = new AbortController();
      const { signal } = controller;
      const options = { signal, onOpen: on.open, onLost: on.lost };
      const follow = async () => {
        for await (const { recordChanged } of api.subscribe(RecordChangedSubscription, {}, options))
          on.change(recordChanged);
      };
      /** The client connects again by itself. Other errors need a new subscription, or a person. */
      const followAgain = (): void => {
        follow().catch(() => {
          if (signal.aborted) return;
          on.lost();
          setTimeout(followAgain, pauseMs);
        });
      };
      followAgain();
      return () => controller.abort();
    },
  };
}
