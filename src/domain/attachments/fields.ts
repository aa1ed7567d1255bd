import { enumOf, integer, recordIdType, text } from '../../platform/input/field-types.ts';
import { inputObject, nullable, required, withDefault } from '../../platform/input/fields.ts';
import { attachedFileType } from './attached-file.ts';
import { attachmentRecordTypeNames } from './record-types.ts';

export type { Attachment as AttachmentRecord } from '../../generated/prisma/client.ts';

/** The record that the file is attached to. */
const attachedToFields = {
  id: required(recordIdType, 'Id of the record.'),
  type: required(enumOf('AttachmentRecordType', attachmentRecordTypeNames), 'Type of the record.'),
};

export const createAttachmentInput = inputObject(
  'CreateAttachment',
  'A file and the record to attach it to.',
  {
    ...attachedToFields,
    file: required(attachedFileType, 'The file, as a part of a multipart form.'),
  },
);

export const createAttachmentFromUrlInput = inputObject(
  'CreateAttachmentFromUrl',
  'The URL of a file and the record to attach it to.',
  {
    ...attachedToFields,
    fileUrl: required(text(2_048), 'Public URL of the file. At most three redirects are followed.'),
    fileName: nullable(text(), 'Name of the file. Default: the last part of the URL’s path.'),
  },
);

/** A merged record can have more attachments than its limit. */
const maxListed = 1_000;

export const listAttachmentsInput = inputObject('ListAttachments', 'Of which record.', {
  ...attachedToFields,
  limit: withDefault(integer({ min: 1, max: maxListed }), maxListed, 'Attachments of a page.'),
  after: nullable(text(64), 'Continues after the attachment with this id.'),
});
