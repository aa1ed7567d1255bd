-- A text of an invoice's template that cannot be rendered is left out of what its customer sees; the history says so.
ALTER TYPE "InvoiceEventKind" ADD VALUE 'TEXT_LEFT_OUT';
