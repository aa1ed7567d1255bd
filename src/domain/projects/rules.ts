/** What a name that is taken is answered with. */
export const projectNameTakenMessage = 'The client already has a project of this name.';
