-- Two INSERTs into one table of a statement set.
-- mode: rows
-- include: integers.sql
CREATE TABLE o (n INT, tag STRING) WITH ('connector' = 'case', 'format' = 'json');
INSERT INTO o SELECT n, 'first' FROM integers;
INSERT INTO o SELECT n, 'second' FROM integers WHERE n > 1;
-- answer:
--| {"n":1,"tag":"first"}
--| {"n":-1,"tag":"first"}
--| {"n":2,"tag":"first"}
--| {"n":2,"tag":"second"}
--| {"n":2,"tag":"first"}
--| {"n":2,"tag":"second"}
--| {"n":-2,"tag":"first"}
--| {"n":3,"tag":"first"}
--| {"n":3,"tag":"second"}
--| {"n":5,"tag":"first"}
--| {"n":5,"tag":"second"}
--| {"n":1000000,"tag":"first"}
--| {"n":1000000,"tag":"second"}
