-- The words of the mail that new workspaces had from the start: where nobody changed them, customers read the new ones.
UPDATE "EmailTemplate" SET "body" = $body$Hello {{ contact.firstName }},

Here is invoice {{ invoice.number }} for {{ invoice.total }}. {% if invoice.datePaid %}It was paid in full on {{ invoice.datePaid }}.{% else %}Amount due: {{ invoice.amountDue }} by {{ invoice.dueDate }}.{% endif %}
{% if invoice.viewOnlineUrl %}You can view it online: {{ invoice.viewOnlineUrl }}
{% endif %}
Thank you,
{{ workspace.name }}$body$
WHERE "body" = $body$Hello {{ contact.firstName }},

here is invoice {{ invoice.number }} over {{ invoice.total }}. Amount due: {{ invoice.amountDue }}, by {{ invoice.dueDate }}.
{% if invoice.viewOnlineUrl %}You can view it online: {{ invoice.viewOnlineUrl }}
{% endif %}
Thank you,
{{ workspace.name }}$body$;
