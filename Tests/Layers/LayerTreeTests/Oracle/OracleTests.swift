import TestLimits
import Testing

import VectorDrawing
@testable import LayerTree

/// Values of animations are those of published formulas, computed independently, up to a billionth.
@MainActor
@Suite(.timeLimited) struct OracleTests {
    @Test func `there are 200 rows of seven kinds, each with its source`() {
        #expect(OracleRow.all.count == 200)
        let kinds = ["easing", "spring", "localTime", "progress", "group", "transform", "spline"]
        #expect(kinds.map { OracleRow.rows(of: $0).count } == [54, 35, 7, 35, 19, 35, 15])
        #expect(OracleRow.all.allSatisfy { !$0.source.isEmpty && !$0.expected.isEmpty })
        #expect(Set(OracleRow.all.map(\.name)).count == 200)
    }

    @Test(arguments: OracleRow.rows(of: "easing")) func `timing functions are those of CSS`(row: OracleRow) {
        let points = row.numbers("points")
        let function = TimingFunction(
            controlPoints: Point(x: points[0], y: points[1]), Point(x: points[2], y: points[3]))
        #expect(row.expects([function(row.number("time"))]))
    }

    @Test(arguments: [
        ("linear", TimingFunction.linear), ("easeIn", .easeIn), ("easeOut", .easeOut),
        ("easeInEaseOut", .easeInEaseOut), ("default", .default),
    ]) func `the named timing functions have Core Animation's control points`(name: String, function: TimingFunction) {
        let rows = OracleRow.rows(of: "easing").filter { $0.name.hasPrefix("\(name) at") }
        #expect(rows.count == 6)
        for row in rows {
            #expect(row.expects([function(row.number("time"))]), "\(row.name)")
        }
    }

    @Test(arguments: OracleRow.rows(of: "spring")) func `springs solve their equation`(row: OracleRow) {
        let spring = Spring(
            mass: row.number("mass"), stiffness: row.number("stiffness"), damping: row.number("damping"),
            initialVelocity: row.number("velocity"))
        #expect(row.expects([spring.value(at: row.number("time"))]))
    }

    @Test(arguments: OracleRow.rows(of: "localTime")) func `local time follows from the outer time`(row: OracleRow) {
        #expect(row.expects([row.timing().localTime(at: row.number("time"))]))
    }

    @Test(arguments: OracleRow.rows(of: "progress")) func `repetitions and fill modes give the progress`(
        row: OracleRow
    ) {
        let timing = row.timing()
        let time = row.number("time")
        #expect(row.expects([timing.phase(at: time).progress]))
        #expect(row.expects([timing.position(at: time, defaultDuration: 0.25)?.progress]))
    }

    @Test(arguments: OracleRow.rows(of: "group")) func `the time of a group is that of its animations`(
        row: OracleRow
    ) {
        var child = BasicAnimation(\.zPosition, from: 0, to: 1)
        child.timing = row.timing("child.")
        var group = AnimationGroup([child])
        group.timing = row.timing("group.")
        var shown = LayerProperties()
        shown.zPosition = -1
        group.apply(to: &shown, at: row.number("time"), defaultDuration: 0.25)
        #expect(row.expects([shown.zPosition < 0 ? nil : shown.zPosition]))
    }

    @Test(arguments: OracleRow.rows(of: "transform")) func `transforms are interpolated as in CSS`(
        row: OracleRow
    ) throws {
        let first = row.transform("from")
        let last = row.transform("to")
        let fraction = row.number("fraction")
        func elements(_ transform: Transform3D) -> [Double?] {
            let rows = transform.rows
            return [rows.0, rows.1, rows.2, rows.3].flatMap { row in (0..<4).map { row[$0] } }
        }
        #expect(row.expects(elements(first.interpolated(with: last, at: fraction))))
        let prepared = try #require(first.interpolation(to: last))
        #expect(elements(prepared(fraction)) == elements(first.interpolated(with: last, at: fraction)))
    }

    @Test(arguments: OracleRow.rows(of: "spline")) func `cubic keyframes are Kochanek–Bartels splines`(
        row: OracleRow
    ) throws {
        let values = row.numbers("values")
        // The controls are those of the second and the third keyframe.
        let controls = ["tension", "continuity", "bias"].map { [0] + row.numbers($0) + [0] }
        let keyframes = values.indices.map {
            Keyframe(
                values[$0], at: Double($0) / 3, tension: controls[0][$0], continuity: controls[1][$0],
                bias: controls[2][$0])
        }
        let animation = KeyframeAnimation(\.zPosition, keyframes: keyframes, calculationMode: .cubic)
        let value = try #require(animation.value(at: (1 + row.number("fraction")) / 3))
        #expect(row.expects([value]))
    }
}
