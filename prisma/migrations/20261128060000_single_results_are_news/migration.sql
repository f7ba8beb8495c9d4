-- Each added, corrected or withdrawn result had an email of its own. They are news now, which one email tells together.
update mails set kind = 'resultNews', about = jsonb_build_object('items', case when about ? 'resultId' then
    jsonb_build_array(jsonb_build_object('resultId', about ->> 'resultId', 'act',
        case kind when 'resultCorrected' then 'corrected' when 'resultWithdrawn' then 'withdrawn' else 'added' end))
    else '[]' end)
where kind in ('resultAdded', 'resultCorrected', 'resultWithdrawn');
