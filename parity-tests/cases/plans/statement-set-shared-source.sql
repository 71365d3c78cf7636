-- A statement set whose inserts share a source; one sink as bytes, one as rows, one filtered empty.
-- mode: bytes
-- include: orders.sql
CREATE TABLE a (id INT, total DECIMAL(20, 2)) WITH ('connector' = 'case', 'format' = 'json');
CREATE TABLE b (item STRING, kind STRING) WITH ('connector' = 'case');
CREATE TABLE c (id INT) WITH ('connector' = 'case', 'format' = 'json');
EXECUTE STATEMENT SET BEGIN
  INSERT INTO a SELECT id, total FROM orders;
-- answer:
--| {"id":1,"total":4.5}
--| {"id":2,"total":0.99}
--| {"id":3,"total":null}
--| {"id":4,"total":1234}
--| {"id":5,"total":199999999.98}
  INSERT INTO b SELECT UPPER(item), kind FROM orders WHERE quantity IS NOT NULL;
-- answer:
--| ('APPLE', 'many')
--| ('PEAR', 'few')
--| ('PLUM', 'many')
--| ('FIG', 'few')
  INSERT INTO c SELECT id FROM orders WHERE id > 100;
-- answer:
--| (no rows)
END;
