import type { Tool } from '../tool.ts';
import { correctInvoice, sendDocument } from '../writes/invoice-tools.ts';
import { createRecord, deleteRecord, updateRecord } from '../writes/record-tools.ts';
import { billWork, createInvoice, logTime, recordPayment } from '../writes/work-tools.ts';

export const writeTools: readonly Tool[] = [
  ...[createRecord, updateRecord, deleteRecord],
  ...[logTime, billWork, createInvoice],
  ...[sendDocument, recordPayment, correctInvoice],
];
