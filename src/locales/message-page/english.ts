/** What pages say that show nothing else: why there is no invoice, why somebody waits, and why nobody was signed in. */
export const english = {
  noInvoice: 'Invoice not found',
  noInvoiceText:
    'The link is incomplete or was replaced. Open it again from the latest e-mail, or ask the sender for a new one.',
  wait: 'Please wait a moment',
  tooManyLinks: 'Too many invalid links were opened from your network. Try again in a minute.',
  tooManyPdfs: 'This PDF was downloaded too often. Try again in a minute.',
  busy: 'Many PDFs are being created right now. Try again in a moment.',
  pageNotFound: 'Page not found',
  pageNotFoundText:
    'There is no page at this address. Check the link, or start from the home page.',
  pageFailed: 'This page could not be shown',
  notSignedInTab: 'Not signed in',
  notSignedIn: 'You are not signed in',
  signIn: 'Sign in',
  home: 'Home',
  emailNotVerified:
    'Your sign-in provider has not verified your e-mail address. Verify it there, or sign in with a code by e-mail.',
  domainNotAllowed:
    'You cannot sign in this way with an e-mail address of your domain. Sign in with a code by e-mail, or contact the operator.',
  notInvited:
    'The e-mail address from your sign-in provider is unknown here. Ask for an invitation to that address and open its link once. After that, you can sign in with the provider.',
  notActive: 'You are not an active user of any workspace. Ask an owner for an invitation.',
  away: 'Your sign-in provider is unavailable. Try again in a moment.',
  invalidAnswer:
    'The response of your sign-in provider could not be verified. Start again. If that does not help, contact the operator.',
  accessDenied: 'Your sign-in provider denied access, or you cancelled.',
  loginRequired: 'Sign in at your sign-in provider first.',
  interaction: 'Your sign-in provider needs more information. Start again.',
  consent: 'Your sign-in provider needs your consent. Start again.',
  selectAccount: 'Choose an account at your sign-in provider. Start again.',
  tooManySignIns: 'Too many sign-ins from your network. Wait a minute, then start again.',
  misunderstood: 'The sign-in provider is not configured correctly. Contact the operator.',
  begunElsewhere:
    'The sign-in was started in another browser, took longer than ten minutes, or was already completed. Start again.',
};
