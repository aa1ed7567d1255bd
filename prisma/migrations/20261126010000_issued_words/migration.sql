-- What the history of an issued invoice tells besides. In a migration of its own, since the next one writes it.
ALTER TYPE "InvoiceEventKind" ADD VALUE 'SELLER_KEPT';
ALTER TYPE "InvoiceEventKind" ADD VALUE 'DOCUMENT_MADE';
