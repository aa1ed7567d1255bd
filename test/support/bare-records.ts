/** What REST returns of a contact of which nothing was said; whoever adds a field adds it here. */
export const bareContact = {
  clientId: null,
  firstName: null,
  lastName: null,
  role: null,
  email: null,
  phone: null,
  mobile: null,
  notes: null,
  defaultContact: false,
  invoiceContact: false,
  portalAccess: false,
  archive: false,
  externalId: null,
  source: null,
  customValues: [],
};
