export const vendorNameTakenMessage = 'There is already a vendor of this name.';
