package io.slipstream.flink.runtime;

/** Type of a stream between two fragments. */
public final class RowsPieceTypeInfo extends OpaqueTypeInfo<RowsPiece> {

    private static final long serialVersionUID = 1L;

    public static final RowsPieceTypeInfo INSTANCE = new RowsPieceTypeInfo();

    private RowsPieceTypeInfo() {
        super(RowsPiece.class, RowsPieceSerializer.INSTANCE);
    }

    private Object readResolve() {
        return INSTANCE;
    }
}
