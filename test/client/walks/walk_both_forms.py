"""The walk through both forms with generated Python clients. It prints its observations as one line of JSON."""

import json
import os

import form_a
import form_b

SAP = "DE0007164600"
WORLD_ETF = "IE00B4L5Y983"


def client(package, url):
    configuration = package.Configuration(host=url)
    configuration.access_token = os.environ["API_KEY"]
    return package.ApiClient(configuration)


def walk_form_a():
    api_client = client(form_a, os.environ["FORM_A_URL"])
    rebalances = form_a.RebalancesApi(api_client)
    portfolio = form_a.PortfoliosApi(api_client).create_portfolio(
        form_a.CreatePortfolioA(name="Muster", currency="SEK", tax_jurisdiction="SE")
    )
    started = rebalances.start_rebalance(
        portfolio.portfolio_id,
        form_a.StartRebalance(target_weights={SAP: 0.4, WORLD_ETF: 0.6}, idempotency_key="monday"),
    )
    rebalance = rebalances.get_rebalance_a(started.rebalance_id)
    fill = rebalance.orders[0].fills[0]
    record = form_a.ComplianceApi(api_client).get_mifid_record(fill.mifid_record_id)
    return {
        "tax_method": portfolio.default_tax_method,
        "status": rebalance.status,
        "failure": rebalance.failure,
        "has_record": record.execution.fill_id == fill.fill_id,
    }


def walk_form_b():
    api_client = client(form_b, os.environ["FORM_B_URL"])
    portfolios = form_b.PortfoliosApi(api_client)
    rebalances = form_b.RebalancesApi(api_client)
    prices = form_b.PricesApi(api_client).get_prices(SAP)
    portfolio = portfolios.create_portfolio(
        form_b.CreatePortfolioB(
            external_id="client-4711",
            currency="EUR",
            tax_wrapper="Depot",
            holdings=[form_b.HoldingInput(isin=SAP, exchange="XETR", quantity=100)],
            targets=[form_b.TargetInput(isin=SAP, weight=0.4), form_b.TargetInput(isin=WORLD_ETF, weight=0.6)],
        )
    )
    plan = rebalances.create_plan(form_b.CreatePlan(portfolio_id=portfolio.portfolio_id))
    executed = rebalances.execute_plan(plan.rebalance_id, form_b.ExecutePlan(confirm=True))
    try:
        refusal = rebalances.cancel_plan(plan.rebalance_id).status
    except form_b.ApiException as error:
        refusal = json.loads(error.body)["error"]["code"]
    return {
        "has_xetra": any(price.exchange == "XETR" for price in prices.prices),
        "first_side": plan.orders[0].side,
        "executed": executed.status,
        "refusal": refusal,
        "status": rebalances.get_rebalance(plan.rebalance_id).status,
        "deleted": portfolios.delete_portfolio(portfolio.portfolio_id).deleted,
    }


print(json.dumps({"form_a": walk_form_a(), "form_b": walk_form_b()}))
