export const formNameTakenMessage = 'There is already a form of this name.';
