export const nameTaken = 'There is already a form of this name.';
