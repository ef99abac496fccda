import Foundation
import TestLimits
import Testing

import VectorDrawing
@testable import LayerTree

@Suite(.timeLimited) struct Transform3DTests {
    /// A rotation about y seen from a distance of 500.
    private var door: Transform3D {
        Transform3D(perspectiveDistance: 500).rotated(.pi / 4, x: 0, y: 1, z: 0)
    }

    @Test func `a rotation of 45° about y without perspective only makes things narrower`() throws {
        let turned = Transform3D(rotation: .pi / 4, x: 0, y: 1, z: 0)
        let right = try #require(turned.project(Point(x: 50, y: 0)))
        let left = try #require(turned.project(Point(x: -50, y: 0)))
        #expect(abs(right.x - left.x - 70.71) < 0.01)
        #expect(right.y == 0)
    }

    @Test func `a rotation of 45° seen from a distance of 500 reaches from −38.046 to 33.020`() throws {
        let left = try #require(door.project(Point(x: -50, y: 50)))
        let right = try #require(door.project(Point(x: 50, y: 50)))
        let edges = [left, right].sorted { $0.x < $1.x }
        #expect(abs(edges[0].x + 38.046) < 1e-3)
        #expect(abs(edges[1].x - 33.020) < 1e-3)
        #expect(abs(edges[0].y - 53.805) < 1e-3)
        #expect(abs(edges[1].y - 46.698) < 1e-3)
    }

    @Test func `unproject finds what was projected`() throws {
        for point in [Point(x: 0, y: 0), Point(x: 30, y: -12), Point(x: -45, y: 44)] {
            let seen = try #require(door.project(point))
            let found = try #require(door.unproject(seen))
            #expect(abs(found.x - point.x) < 1e-9 && abs(found.y - point.y) < 1e-9)
        }
    }

    @Test func `points behind the viewer are not projected`() {
        let near = Transform3D(perspectiveDistance: 100).translated(x: 0, y: 0, z: 150)
        #expect(near.project(Point(x: 1, y: 1)) == nil)
    }

    @Test func `a transform followed by its inverse is the identity to 1e-12`() throws {
        let transform = door.translated(x: 3, y: 4, z: 5).scaled(x: 2, y: 0.5, z: 3)
        let inverse = try #require(transform.inverse)
        let both = transform.followed(by: inverse)
        for (row, expected) in zip([both.rows.0, both.rows.1, both.rows.2, both.rows.3], 0..<4) {
            for column in 0..<4 {
                #expect(abs(row[column] - (column == expected ? 1 : 0)) < 1e-12)
            }
        }
        #expect(Transform3D(scaleX: 1, y: 1, z: 0).inverse == nil)
    }

    @Test func `it is affine only without depth and perspective`() {
        let affine = AffineTransform(rotation: 1).translated(x: 2, y: 3)
        #expect(Transform3D(affine).affine == affine)
        #expect(Transform3D(perspectiveDistance: 500).affine == nil)
        #expect(!Transform3D(rotation: 1, x: 1, y: 0, z: 0).isAffine)
    }

    @Test func `a rotation about z is that of the plane`() throws {
        let turned = try #require(Transform3D(rotation: 0.7, x: 0, y: 0, z: 2).affine)
        let plane = AffineTransform(rotation: 0.7)
        #expect(abs(turned.a - plane.a) < 1e-15 && abs(turned.b - plane.b) < 1e-15)
        #expect(abs(turned.c - plane.c) < 1e-15 && abs(turned.d - plane.d) < 1e-15)
    }
}
