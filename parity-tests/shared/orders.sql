CREATE TABLE orders (
  id INT, item STRING, price DECIMAL(10, 2), quantity INT, ts TIMESTAMP(3),
  total AS price * quantity,
  kind AS CASE WHEN quantity > 2 THEN 'many' ELSE 'few' END,
  WATERMARK FOR ts AS ts - INTERVAL '1' SECOND
) WITH ('connector' = 'case', 'format' = 'json');
--> {"id":1,"item":"apple","price":1.50,"quantity":3,"ts":"2026-01-01 00:00:01"}
--> {"id":2,"item":"pear","price":0.99,"quantity":1,"ts":"2026-01-01 00:00:02.5"}
--> @watermark
--> {"id":3,"item":null,"price":null,"quantity":null,"ts":"2026-01-01 00:00:05"}
--> {"id":4,"item":"plum","price":12.34,"quantity":100,"ts":"2026-01-01 00:00:03"}
--> @watermark
--> {"id":5,"item":"fig","price":99999999.99,"quantity":2,"ts":"2026-01-01 00:00:09"}
