internal import JSONDocuments
internal import Numbers
internal import TileCutting
internal import TilePyramid

extension CutReport {
    /// The shard that has been cut.
    struct Shard {
        /// The path of the file.
        var path: String
        /// The division of the cut.
        var plan: ShardPlan
        /// The number of the shard, from 1.
        var number: Int

        /// The part of the pyramid that the shard makes.
        var scope: CutScope { plan.scope(of: number) }

        /// The shard as a JSON object.
        ///
        /// The keys are `pyramid` (the output of the merge), `number`, `count`, `shardLevels`, `firstRow` and `rows` (full-size
        /// rows that were read).
        func json(_ job: CutJob) -> String {
            let rows = scope.rows
            return JSONText.object([
                ("pyramid", JSONText.string(job.output)), ("number", "\(number)"), ("count", "\(plan.count)"),
                ("shardLevels", "\(plan.coarseningLevels)"), ("firstRow", "\(rows.lowerBound)"),
                ("rows", "\(rows.count)"),
            ])
        }
    }

    /// The levels and the numbers of rows of tiles on them that were made, or would be.
    var madeLevels: [(level: Level, tileRows: Int)] {
        let pyramid = plan.pyramid
        guard let shard else { return pyramid.levels[pyramid.presentLevels].map { ($0, $0.grid.rows) } }
        return zip(pyramid.levels, shard.scope.tileRows).filter { !$0.1.isEmpty }.map { ($0, $1.count) }
    }
}
