export const nameTaken = 'There is already a vendor of this name.';
