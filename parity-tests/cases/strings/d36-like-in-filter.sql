-- D36: as a filter, as in Nexmark's q21 and q22.
-- mode: kinds
-- include: texts.sql
SELECT s FROM texts WHERE s LIKE '%o%' OR s LIKE '漢%';
-- answer:
--| ('漢字かな')
--| ('é́ combining')
--| ('The quick brown fox jumps over the lazy dog, and once more.')
