/** 200 invoices made at once. */
import '../rest/invoice-numbers.test.ts';
