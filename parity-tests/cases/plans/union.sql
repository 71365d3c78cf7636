-- UNION ALL of three branches, two of them over one source.
-- mode: rows
-- include: orders.sql
CREATE TABLE others (id INT, item STRING) WITH ('connector' = 'case', 'format' = 'json');
--> {"id":10,"item":"nut"}
--> {"id":11}
SELECT id, item FROM orders WHERE id < 3 UNION ALL SELECT id, item FROM others UNION ALL SELECT id * 100, UPPER(item) FROM orders;
-- answer:
--| (10, 'nut')
--| (11, NULL)
--| (1, 'apple')
--| (2, 'pear')
--| (100, 'APPLE')
--| (200, 'PEAR')
--| (300, NULL)
--| (400, 'PLUM')
--| (500, 'FIG')
