/** The words of mails by which people sign in. */

const minutes = 10;

const unasked =
  'If it was not you who asked for it, there is nothing you have to do: nobody gets in without this mail.';

/** A mail with a code to be typed in. */
export function codeMail(code: string) {
  const shown = `${code.slice(0, 4)} ${code.slice(4)}`;
  return {
    subject: 'Your code for signing in',
    body: `Your code for signing in:\n\n${shown}\n\nIt counts once, and for ${minutes} minutes. Nobody who works on the service will ever ask you for it.\n\n${unasked}\n`,
  };
}

/** A mail with a link to be followed. */
export function linkMail(url: string) {
  return {
    subject: 'Your link for signing in',
    body: `Follow this link to sign in:\n\n${url}\n\nIt counts once, and for ${minutes} minutes.\n\n${unasked}\n`,
  };
}
