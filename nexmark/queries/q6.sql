-- Query 6. Average selling price by seller. Flink cannot plan it: an OVER aggregate does not take updates.
-- compare: table
CREATE TABLE nexmark_q6 (
  seller BIGINT,
  avg_price BIGINT,
  PRIMARY KEY (seller) NOT ENFORCED
) WITH (${sink});

INSERT INTO nexmark_q6
SELECT
  Q.seller,
  AVG(Q.price) OVER (PARTITION BY Q.seller ORDER BY Q.`dateTime` ROWS BETWEEN 10 PRECEDING AND CURRENT ROW)
FROM (
  SELECT *
  FROM (
    SELECT *, ROW_NUMBER() OVER (PARTITION BY id, seller ORDER BY price DESC) AS rownum
    FROM (
      SELECT A.id, A.seller, B.price, B.`dateTime`
      FROM auction AS A, bid AS B
      WHERE A.id = B.auction AND B.`dateTime` BETWEEN A.`dateTime` AND A.expires
    )
  )
  WHERE rownum <= 1
) AS Q;
