/** What pages say that show nothing else: why there is no invoice, why somebody waits, and why nobody was signed in. */
export const english = {
  noInvoice: 'There is no invoice here',
  noInvoiceText:
    'The link may be incomplete, or the sender may have replaced it. Please open it again from the latest e-mail, or ask the sender for a new one.',
  wait: 'Please wait a moment',
  tooManyLinks:
    'Too many links that do not exist were opened from your address. Please try again in a minute.',
  tooManyPdfs:
    'This PDF was downloaded too many times in the last minute. Please try again in a minute.',
  busy: 'Many PDFs are being made right now. Please try again in a moment.',
  notSignedInTab: 'Not signed in',
  notSignedIn: 'You are not signed in',
  signIn: 'Sign in',
  home: 'Home',
  emailNotVerified:
    'Your sign-in provider does not say that your e-mail address is verified, and nobody is let in by an address that may be somebody else’s. Have it verified there, or sign in by a mailed code.',
  domainNotAllowed:
    'Addresses of your domain are not let in this way. Sign in by a mailed code, or ask whoever runs the service.',
  notInvited:
    'Nobody is known here by the e-mail address that your sign-in provider names. Ask for an invitation to that address, and follow its link once; after that you can sign in with the provider.',
  notActive: 'You are no active user of any workspace. Ask one of the owners for an invitation.',
  away: 'Your sign-in provider cannot be reached, or is out of order. Try again in a moment.',
  invalidAnswer:
    'What your sign-in provider answered could not be verified. Begin again; if that does not help, tell whoever runs the service.',
  accessDenied: 'Your sign-in provider did not let you in, or you left before it could.',
  loginRequired: 'Your sign-in provider wants you to sign in there first.',
  interaction: 'Your sign-in provider wants to ask you something first. Begin again.',
  consent: 'Your sign-in provider wants your consent first. Begin again.',
  selectAccount: 'Your sign-in provider wants you to choose an account. Begin again.',
  tooManySignIns: 'Too many sign-ins came from where you are. Wait a minute, then begin again.',
  misunderstood:
    'Your sign-in provider and this service do not understand each other. Tell whoever runs the service.',
  begunElsewhere:
    'The sign-in was begun in another browser, took longer than ten minutes, or was finished already. Begin again.',
};
