import { numbersSetting } from './numbers-setting.ts';
import { type SettingValues, setting } from './setting-table.ts';
import { urlSetting } from './value-parsers.ts';

export const attachmentSettings = {
  ATTACHMENT_LIMITS: numbersSetting('Limits of attachments.', {
    fileMegabytes: [25, [1, 2_000], null, 'size of a file.'],
    filesPerRecord: [100, [1, 10_000], null, 'attachments of a record.'],
    workspaceMegabytes: [10_000, [1, 100_000_000], null, 'size of all files of a workspace.'],
  }),
  ATTACHMENT_BUCKET_URL: setting(
    '',
    'S3-compatible bucket of attachments with its key and region, like https://key:secret@s3.example.com/bucket?region=eu-central-1. Unset: the folder attachments in DATA_DIR.',
    urlSetting(
      /^https?:$/,
      'must be a URL like https://key:secret@s3.example.com/bucket?region=eu-central-1',
    ),
  ),
};

type Values = SettingValues<typeof attachmentSettings>;

export type AttachmentLimits = Values['ATTACHMENT_LIMITS'];

export const defaultAttachmentLimits = attachmentSettings.ATTACHMENT_LIMITS.parse(undefined);
