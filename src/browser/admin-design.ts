import type { WorkspaceFormValues } from './admin-settings.ts';
import { type FormResult, mutationResultSelection } from './forms.ts';
import { RequestError, requestGraphql, runWithErrorDisplay } from './graphql-client.ts';
import { createButton, createElement } from './page-elements.ts';

type Done = (what: string) => Promise<void>;

const defaultColour = '#0f766e';

async function runMutation(mutation: string, variables: object): Promise<void> {
  const result = Object.values(
    await requestGraphql<Record<string, FormResult>>(mutation, variables),
  )[0];
  if (result?.__typename.endsWith('Success')) return;
  const reasons = result?.errors?.map(({ message }) => message) ?? [];
  throw new RequestError(reasons.join(' ') || (result?.message ?? 'The service did not respond.'));
}

const setLogo = `mutation ($input: SetWorkspaceLogoInput!) { setWorkspaceLogo(input: $input) { ${mutationResultSelection} } }`;
const removeLogo = `mutation { removeWorkspaceLogo { ${mutationResultSelection} } }`;

const readAsDataUrl = (fileInput: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(new RequestError('The file could not be read.'));
    reader.readAsDataURL(fileInput);
  });

export function logoSection({ logo }: WorkspaceFormValues, done: Done): HTMLElement {
  const box = createElement('div', '', 'box');
  const label = createElement('label', 'Logo (PNG or JPEG, up to 256 kB)');
  const fileInput = createElement('input');
  Object.assign(fileInput, { type: 'file', accept: 'image/png,image/jpeg' });
  fileInput.onchange = () =>
    void runWithErrorDisplay(async () => {
      const [selectedFile] = fileInput.files ?? [];
      // So that the same file can be chosen again.
      fileInput.value = '';
      if (!selectedFile) return;
      await runMutation(setLogo, { input: { image: await readAsDataUrl(selectedFile) } });
      await done('The logo was saved.');
    });
  label.append(fileInput);
  box.append(label);
  if (logo) {
    const remove = () =>
      runWithErrorDisplay(async () => {
        await runMutation(removeLogo, {});
        await done('The logo was removed.');
      });
    box.append(createButton('Remove logo', remove));
  }
  return box;
}

export function designPreview(workspace: WorkspaceFormValues, form: HTMLFormElement): HTMLElement {
  const preview = createElement('div', '', 'preview');
  preview.setAttribute('role', 'img');
  preview.setAttribute('aria-label', 'Preview of the head of an invoice');
  const { logo, name } = workspace;
  const seller = logo ? createElement('img') : createElement('b', name ?? '');
  if (logo && seller instanceof HTMLImageElement)
    Object.assign(seller, { src: logo.dataUrl, alt: '' });
  const total = createElement('span', 'Amount due 160.65', 'total');
  preview.append(seller, createElement('span', 'Invoice INV-00042'), total);
  const draw = () => {
    const values = new FormData(form);
    const colour = String(values.get('accentColor') ?? '').trim();
    preview.style.setProperty('--accent', /^#[0-9a-f]{6}$/i.test(colour) ? colour : defaultColour);
    preview.classList.toggle('mirrored', values.get('logoPlace') === 'RIGHT');
  };
  form.addEventListener('input', draw);
  draw();
  return preview;
}
