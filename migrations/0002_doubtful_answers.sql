-- The gate has a third answer between yes and no.
alter table queries_log drop constraint queries_log_gate_decision_check;
alter table queries_log add constraint queries_log_gate_decision_check
    check (gate_decision in ('confident', 'doubtful', 'refused', 'off')) not valid;
