/** The REST response for a contact with only required fields. A new field is added here. */
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
