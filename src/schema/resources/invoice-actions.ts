import { invoiceOperations } from '../../operations/invoices.ts';
import { defineOperationMutations } from '../core/operation-mutations.ts';

defineOperationMutations(invoiceOperations);
