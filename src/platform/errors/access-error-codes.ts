/** Sign-in, workspaces and permissions. */
export const accessErrors = {
  invalid_api_key: {
    status: 401,
    title: 'Unauthorized',
    meaning: 'The X-API-KEY header is missing, unknown, revoked or expired.',
  },
  not_signed_in: {
    status: 401,
    title: 'Unauthorized',
    meaning: 'The session or token has ended, or never was one.',
  },
  sign_in_refused: {
    status: 401,
    title: 'Unauthorized',
    meaning: 'The sign-in code, password, second factor or link is wrong, was used or has expired.',
  },
  sign_in_again: {
    status: 403,
    title: 'Forbidden',
    meaning: 'How one signs in is changed within a quarter of an hour of signing in.',
  },
  issuer_unavailable: {
    status: 503,
    title: 'Service Unavailable',
    meaning:
      'The external token issuer is unavailable, so the token cannot be verified. Try again in a moment.',
  },
  workspace_required: {
    status: 400,
    title: 'Workspace required',
    meaning:
      'The person who signed in is a user of several workspaces, and the header X-Workspace names none; or a contact of several clients, and X-Contact names none.',
  },
  wrong_workspace: {
    status: 403,
    title: 'Forbidden',
    meaning:
      'The path, or the header X-Workspace, names a workspace that is not the caller’s, or X-Contact a contact that it is not.',
  },
  missing_scope: {
    status: 403,
    title: 'Forbidden',
    meaning:
      'The key is valid, or the person signed in, but lacks the scope that the operation needs.',
  },
  not_for_role: {
    status: 403,
    title: 'Forbidden',
    meaning:
      'The role of the signed-in person does not allow this. Members see no amounts of projects and clients, and write only their own time and expenses. Only owners can add, change or remove owners.',
  },
} as const;
