ALTER INDEX "Client_search_idx" SET (gin_pending_list_limit='1024');

ALTER INDEX "Contact_search_idx" SET (gin_pending_list_limit='1024');

ALTER INDEX "Invoice_search_idx" SET (gin_pending_list_limit='1024');
