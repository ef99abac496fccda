import TestLimits
import Testing
import VectorDrawing

@Suite(.timeLimited) struct AffineTransformTests {
    @Test func `scaling, rotating and translating apply in reverse order`() {
        let moved = AffineTransform.identity.scaled(x: 0.5, y: 0.5).rotated(.pi / 6).translated(x: 200, y: 0)
        #expect(abs(moved.tx - 86.603) < 1e-3)
        #expect(abs(moved.ty - 50) < 1e-3)
        let reversed = AffineTransform.identity.translated(x: 200, y: 0).rotated(.pi / 6).scaled(x: 0.5, y: 0.5)
        #expect(abs(reversed.tx - 200) < 1e-9)
        #expect(abs(reversed.ty) < 1e-9)
    }

    @Test func `a shear moves a point in proportion to its y`() {
        let shear = AffineTransform(a: 1, b: 0, c: -1, d: 1, tx: 0, ty: 0)
        #expect(shear.apply(to: Point(x: 0, y: 10)) == Point(x: -10, y: 10))
    }

    @Test func `a transform followed by its inverse gives the same point`() throws {
        let transform = AffineTransform(rotation: 1).scaled(x: 3, y: -0.5).translated(x: 7, y: 11)
        let inverse = try #require(transform.inverse)
        let back = inverse.apply(to: transform.apply(to: Point(x: 5, y: -9)))
        #expect(abs(back.x - 5) < 1e-12 && abs(back.y + 9) < 1e-12)
        #expect(AffineTransform(scaleX: 1, y: 0).inverse == nil)
    }
}
